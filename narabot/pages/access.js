// Attributes that Streamlit does not give: languages, and the live region of the conversation.
(() => {
  if (window.narabotAccess) return;
  window.narabotAccess = true;
  const LANGUAGES = {"st-key-lang-ru-": "ru", "st-key-lang-unknown-": ""};
  // What a reader opens or turns over is read where it stands, and not announced.
  const SILENT = "[class*='st-key-rows-'], [data-testid='stExpander'], [data-testid='stDataFrame']";

  const set = (element, name, value) => {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };

  const languageOf = (element) =>
    Object.entries(LANGUAGES).find(([key]) => element.className.includes(key))?.[1];

  const describe = () => {
    document.querySelectorAll("[class*='st-key-lang-'], div[lang]").forEach((element) => {
      const language = languageOf(element);
      if (language === undefined) element.removeAttribute("lang");
      else set(element, "lang", language);
    });
    const log = document.querySelector(".st-key-turns");
    if (!log) return;
    const state = document.querySelector("[data-testid='stApp']").dataset.testScriptState;
    set(log, "role", "log");
    set(log, "aria-label", "Conversation");
    set(log, "aria-live", "polite");
    set(log, "aria-busy", String(state === "running"));
    log.querySelectorAll(SILENT).forEach((element) => set(element, "aria-live", "off"));
  };

  let isAsked = false;
  const observer = new MutationObserver(() => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      describe();
    });
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["class", "data-test-script-state"],
  });
  describe();
})();
