/*
 * Runs before the first paint, so that no page flashes in another theme, language or size. A file of its own because the
 * page's security policy allows no inline script. It must work in every browser the client supports: no modules, no imports.
 */
(function () {
  var root = document.documentElement;
  var LANG_TAGS = { zh: 'zh-CN', en: 'en', tw: 'zh-TW' };

  /* Local storage first, then the cookie: a token reset empties the storage but must not forget the reader's choices. */
  function choice(name) {
    var kept = null;
    try {
      kept = localStorage.getItem('choice.' + name);
    } catch {
      kept = null; // storage is switched off: the cookie decides
    }
    if (kept !== null) return kept;
    var found = new RegExp('(?:^|; )choice\\.' + name + '=([^;]*)').exec(document.cookie);
    return found ? decodeURIComponent(found[1]) : null;
  }

  /* Zoom on the body is only standard (boxes measured in zoomed pixels) since these; in a phone's embedded browser nothing is scaled. */
  function zoomWorks() {
    var agent = navigator.userAgent;
    if (/wxwork|DingTalk|Mobile/i.test(agent)) return false;
    var chrome = /Chrome\/(\d+)/.exec(agent);
    if (chrome) return Number(chrome[1]) >= 128;
    var firefox = /Firefox\/(\d+)/.exec(agent);
    return firefox !== null && Number(firefox[1]) >= 126;
  }

  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  function showTheme() {
    var wish = choice('theme') || 'system';
    root.dataset.theme = wish === 'system' ? (dark.matches ? 'dark' : 'light') : wish;
    root.style.colorScheme = root.dataset.theme;
  }

  var scales = zoomWorks();
  function showScale() {
    root.style.fontSize = 16 * Math.min(window.innerWidth / 1920, 2) + 'px';
    root.style.setProperty('--k', String(scales ? Math.min(Math.max(1, window.innerWidth / 1920), 2) : 1));
  }

  root.lang = LANG_TAGS[choice('lang')] || LANG_TAGS.zh;
  showTheme();
  showScale();
  dark.addEventListener('change', showTheme);
  window.addEventListener('prdm:theme', showTheme);
  window.addEventListener('resize', showScale);
})();
