// The shop works without this file. It suggests products, categories and words while somebody types.
const input = document.querySelector('input[name=q]');
const box = document.querySelector('[data-suggest]');
let last = 0;

input.addEventListener('input', async () => {
  const number = ++last;
  const q = input.value.trim();
  box.hidden = q.length < 2;
  if (box.hidden) return;
  const response = await fetch(`${box.dataset.suggest}?q=${encodeURIComponent(q)}`);
  if (!response.ok || number !== last) return;
  box.innerHTML = await response.text();
  box.hidden = box.children.length === 0;
});
input.form.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') box.hidden = true;
});
document.addEventListener('click', ({ target }) => {
  if (!input.form.contains(target)) box.hidden = true;
});
// Facets are open beside the list and closed above it.
for (const facets of document.querySelectorAll('details.facets')) {
  facets.open = matchMedia('(min-width: 60rem)').matches;
}
