/** Everything that opens over any page, and is opened from several places. */
export const overlays = $state({
  palette: false,
  shortcuts: false,
  about: false,
  find: false,
  allowChanges: false,
})
