// Light or dark, whatever the system says: the rules of all style sheets for a
// dark system are switched. So a sheet is written once, for the system. A plain
// script, which runs before anything is painted; settings.js is its module.

globalThis.boardwalkTheme = (() => {
  const kKey = 'boardwalk.theme', kSettings = 'boardwalk.settings';
  const shadowed = new Set();
  const dark = new WeakSet();  // rules
  const sheets = () => [...document.styleSheets, ...document.adoptedStyleSheets, ...shadowed];

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;  // a browser that keeps nothing
    }
  }

  const choice = () => stored(kKey) ?? 'system';

  // One that did not come has no rules that may be read.
  function rulesOf(sheet) {
    try {
      return sheet.cssRules;
    } catch {
      return [];
    }
  }

  // To be called again when a style sheet has come.
  function apply() {
    const media = {light: 'not all', dark: 'all'}[choice()] ?? '(prefers-color-scheme: dark)';
    for (const sheet of sheets()) {
      for (const rule of rulesOf(sheet)) {
        if (!(rule instanceof CSSMediaRule)) continue;
        if (rule.conditionText.includes('prefers-color-scheme')) dark.add(rule);
        if (dark.has(rule)) rule.media.mediaText = media;
      }
    }
    document.documentElement.dataset.theme = choice();
  }

  // How boards look, for style sheets and for whoever draws one.
  function applySettings() {
    let given = {};
    try {
      given = JSON.parse(stored(kSettings)) ?? {};
    } catch {
      // Written by something else.
    }
    document.documentElement.dataset.boardTheme = given.boardTheme ?? 'wood';
    document.documentElement.toggleAttribute('data-letters', given.letters === true);
    return given;
  }

  apply();
  applySettings();
  return {
    choice, apply, applySettings, kSettings,
    choose(next) { localStorage.setItem(kKey, next); apply(); },
    // Takes a style sheet of a shadow, too.
    adopt(sheet) { shadowed.add(sheet); apply(); },
  };
})();
