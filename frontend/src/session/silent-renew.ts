/**
 * The whole of the page that the provider sends a hidden frame back to: hand its address to the application around it, which waits for
 * exactly this message. It stands for oidc-client-ts's own callback, which would load the library a second time.
 */
window.parent.postMessage(
  { source: 'oidc-client', url: window.location.href, keepOpen: false },
  window.location.origin,
);
