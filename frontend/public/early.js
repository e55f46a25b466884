// Loaded before anything is painted, so that a page in the dark scheme is never white first. Mantine takes over from here.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('wardline.color-scheme') ?? 'auto';
  } catch {
    // Storage is not available to this page.
  }
  if (scheme !== 'dark' && scheme !== 'light')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
