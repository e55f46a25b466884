/**
 * The page that the provider redirects a hidden frame to. It posts its URL to the parent window, which waits for
 * exactly this message. It replaces oidc-client-ts's own callback, which would load the library a second time.
 */
window.parent.postMessage(
  { source: 'oidc-client', url: window.location.href, keepOpen: false },
  window.location.origin,
);
