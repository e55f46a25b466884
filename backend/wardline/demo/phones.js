// Refreshes the list while the page is open, and sends its forms without leaving the page. It works without this, too.
const EVERY_MS = 2000;
const list = document.getElementById('contacts');
const news = document.getElementById('news');
let shown = list.innerHTML;

async function refresh() {
  const response = await fetch('./', { cache: 'no-store' });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.getElementById('contacts')?.innerHTML;
  if (next === undefined || next === shown) return;
  shown = next;
  replaceWith(next);
  news.textContent = list.querySelector('.ringing') ? 'A phone is ringing.' : 'The list has changed.';
}

/** Keeps what is typed, and the focus, which goes to the contact's heading if what had it is gone. */
function replaceWith(content) {
  const typed = new Map([...list.querySelectorAll('input[id]')].map((input) => [input.id, input.value]));
  const focused = document.activeElement?.id;
  const contact = document.activeElement?.closest('section')?.getAttribute('aria-labelledby');
  list.innerHTML = content;
  for (const [id, value] of typed) {
    const input = document.getElementById(id);
    if (input) input.value = value;
  }
  (document.getElementById(focused ?? '') ?? document.getElementById(contact ?? ''))?.focus();
}

list.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const sent = fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  form.reset();
  void sent.then(refresh);
});

setInterval(() => {
  if (!document.hidden) refresh().catch(() => {});
}, EVERY_MS);
