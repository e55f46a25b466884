// Loaded before anything is drawn, so that a page which is wanted dark is never white first. Mantine takes over from here.
(() => {
  let wanted = 'auto';
  try {
    wanted = localStorage.getItem('wardline.color-scheme') ?? 'auto';
  } catch {
    // Storage is closed to this page.
  }
  if (wanted !== 'dark' && wanted !== 'light')
    wanted = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', wanted);
})();
