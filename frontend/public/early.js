// Loaded before anything is painted, and long before the application, which takes over from here.

// A page in the dark scheme is never white first.
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

// The signed-in user is fetched beside the application's scripts instead of after them (src/api/early-response.ts).
(() => {
  try {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'));
    const { access_token: token, expires_at: expiry } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof token !== 'string' || !(expiry * 1_000 > Date.now())) return;
    const headers = { Authorization: `Bearer ${token}` };
    const sent = { clock: Date.now(), stopwatch: performance.now() };
    const response = fetch('/api/me', { headers });
    // Whoever takes it handles its failure.
    response.catch(() => undefined);
    window.earlyResponse = { path: '/api/me', token, sent, response };
  } catch {
    // The application fetches the user itself.
  }
})();
