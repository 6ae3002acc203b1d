// Before the first paint, so that the other theme is never seen: modules run after it. lib/theme.svelte.ts keeps the choice, as JSON.
{
  const theme = localStorage.getItem('halyard.theme')?.replaceAll('"', '')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
