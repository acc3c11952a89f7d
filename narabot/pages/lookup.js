// A box that suggests records as the reader types: a WAI-ARIA combobox with a list, for keyboard and mouse.
const WAIT_MS = 250; // delay after a key press, to look up whole words rather than single letters

const choose = (option) => {
  // access.js opens links within this site without a page reload
  const link = document.createElement("a");
  link.href = option.dataset.address;
  document.body.append(link);
  link.click();
  link.remove();
};

const mark = (input, list, at) => {
  const options = [...list.children];
  options.forEach((option, place) => option.setAttribute("aria-selected", String(place === at)));
  options[at]?.scrollIntoView({block: "nearest"});
  if (options[at]) input.setAttribute("aria-activedescendant", options[at].id);
  else input.removeAttribute("aria-activedescendant");
};

const open = (input, list, isOpen) => {
  list.hidden = !isOpen;
  input.setAttribute("aria-expanded", String(isOpen));
  if (!isOpen) mark(input, list, -1);
};

const listen = (input, list) => {
  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => input.narabotSetState("typed", input.value), WAIT_MS);
  });
  input.addEventListener("keydown", (event) => {
    const options = [...list.children];
    const at = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step && options.length) {
      open(input, list, true);
      mark(input, list, (at + step + options.length) % options.length);
    } else if (event.key === "Enter" && options[at]) choose(options[at]);
    else if (event.key === "Enter" && input.value.trim()) input.narabotAsk("asked", input.value);
    else if (event.key === "Escape" && !list.hidden) open(input, list, false);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => open(input, list, false));
  list.addEventListener("mousedown", (event) => event.preventDefault()); // keep the focus in the box
  list.addEventListener("click", (event) => choose(event.target.closest("li")));
};

export default ({data, parentElement, setStateValue, setTriggerValue}) => {
  const [label, input, list, status] = parentElement.querySelectorAll("label, input, ul, p");
  label.parentElement.classList.add("narabot-lookup");
  label.textContent = data.label;
  list.setAttribute("aria-label", data.label);
  if (!input.narabotSetState) {
    input.value = data.typed;
    listen(input, list);
  }
  input.narabotSetState = setStateValue;
  input.narabotAsk = setTriggerValue;
  const written = JSON.stringify(data);
  if (input.narabotShown === written) return;
  input.narabotShown = written;
  status.textContent = data.status;
  list.replaceChildren(...data.found.map((one, place) => {
    const option = document.createElement("li");
    option.id = `narabot-suggested-${place}`;
    option.setAttribute("role", "option");
    option.dataset.address = one.address;
    option.textContent = one.name;
    const about = document.createElement("small");
    about.textContent = one.about;
    option.append(about);
    return option;
  }));
  open(input, list, data.found.length > 0 && document.activeElement === input);
};
