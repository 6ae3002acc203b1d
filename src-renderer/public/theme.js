// Before the first paint, so that the other theme is never seen: modules run after it. lib/theme.svelte.ts keeps the choice.
{
  const theme = localStorage.getItem('halyard.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
