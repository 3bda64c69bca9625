// Light or dark, whatever the system says: the rules of all style sheets for a
// dark system are switched. So a sheet is written once, for the system.

const kChoices = ['system', 'light', 'dark'];
const kKey = 'boardwalk.theme';

const shadowed = new Set();
const sheets = () => [...document.styleSheets, ...document.adoptedStyleSheets, ...shadowed];
const dark = new WeakSet();  // rules

export const theme = () => localStorage.getItem(kKey) ?? 'system';

// To be called again when a style sheet has come.
export function applyTheme() {
  const media = {system: '(prefers-color-scheme: dark)', light: 'not all', dark: 'all'}[theme()];
  for (const sheet of sheets()) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (rule.conditionText.includes('prefers-color-scheme')) dark.add(rule);
      if (dark.has(rule)) rule.media.mediaText = media;
    }
  }
  document.documentElement.dataset.theme = theme();
}

// Takes a style sheet of a shadow, too.
export function adopt(sheet) {
  shadowed.add(sheet);
  applyTheme();
}

export function nextTheme() {
  const next = kChoices[(kChoices.indexOf(theme()) + 1) % kChoices.length];
  localStorage.setItem(kKey, next);
  applyTheme();
  return next;
}
