// Accessibility features that Streamlit lacks: language attributes, the conversation's live region,
// and links to records that open within the page.
// The page sets `window.narabotWords` (its language and texts) before this script runs.
(() => {
  const remember = () => {
    const {language, chosen} = window.narabotWords;
    document.documentElement.lang = language;
    if (chosen) document.cookie = `narabot_language=${chosen}; Max-Age=31536000; Path=/; SameSite=Lax`;
  };
  remember();
  if (window.narabotAccess) {
    window.narabotAccess();
    return;
  }
  const LANGUAGES = {"st-key-lang-ru-": "ru", "st-key-lang-en-": "en", "st-key-lang-unknown-": ""};
  // Screen readers do not announce content that the user opens or pages through.
  const SILENT = "[class*='st-key-rows-'], [data-testid='stExpander'], [data-testid='stDataFrame']";

  const set = (element, name, value) => {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };

  const languageOf = (element) =>
    Object.entries(LANGUAGES).find(([key]) => element.className.includes(key))?.[1];

  // On a page in another language, mark names, quotations, and examples as English, or as Russian if Cyrillic.
  const setRecordLanguages = () => {
    const isEnglish = window.narabotWords.language === "en";
    const selector = "a[href^='?naId='], blockquote, [class*='st-key-ask-example-'] button";
    document.querySelectorAll(selector).forEach((element) => {
      if (isEnglish) element.removeAttribute("lang");
      else set(element, "lang", /[а-яё]/i.test(element.textContent) ? "ru" : "en");
    });
  };

  const describe = () => {
    setRecordLanguages();
    document.querySelectorAll("a[href^='?naId='][target]").forEach((link) => {
      link.removeAttribute("target");
    });
    document.querySelectorAll("[class*='st-key-lang-'], div[lang]").forEach((element) => {
      const language = languageOf(element);
      if (language === undefined) element.removeAttribute("lang");
      else set(element, "lang", language);
    });
    // Make popovers scrollable with the keyboard.
    const scrolled = "[data-testid='stPopoverBody'], [data-testid='stPopoverBody'] div:has(> table)";
    document.querySelectorAll(scrolled).forEach((one) => set(one, "tabindex", "0"));
    // Give each list's pagination its own accessible name.
    document.querySelectorAll("[class*='st-key-turn-']").forEach((turn) => {
      const number = Number(turn.className.match(/st-key-turn-(\d+)/)?.[1]) + 1;
      turn.querySelectorAll("[role='navigation'], nav").forEach((pages) => {
        set(pages, "aria-label", window.narabotWords.pagination.replace("{number}", number));
      });
    });
    const log = document.querySelector(".st-key-turns");
    if (!log) return;
    const state = document.querySelector("[data-testid='stApp']").dataset.testScriptState;
    set(log, "role", "log");
    set(log, "aria-label", window.narabotWords.conversation);
    set(log, "aria-live", "polite");
    set(log, "aria-busy", String(state === "running"));
    log.querySelectorAll(SILENT).forEach((element) => set(element, "aria-live", "off"));
  };

  // A click on a link to a record opens the record without a page reload, unless the reader requests
  // a new tab. The script stores the link, so that the reader can return to it.
  const follow = (event) => {
    const link = event.target.closest?.("a[href^='?naId=']");
    const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    const href = link.getAttribute("href");
    const alike = [...document.querySelectorAll(`.st-key-turns a[href='${href}']`)];
    if (alike.includes(link)) window.narabotOpened = {href, place: alike.indexOf(link)};
    const address = new URL(location.href);
    address.searchParams.set("naId", new URLSearchParams(href).get("naId"));
    history.pushState(null, "", address);
    window.dispatchEvent(new PopStateEvent("popstate", {state: null}));
  };
  document.addEventListener("click", follow, {capture: true});

  // Mark images that fail to load. The style sheet hides such images and shows a message.
  document.addEventListener("error", ({target}) => {
    if (target.matches?.("[class*='narabot-'] > img")) set(target, "data-failed", "");
  }, {capture: true});

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
  window.narabotAccess = describe;
  describe();
})();
