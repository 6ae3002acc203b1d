/** Rules for styles of the window that no other tool knows: ADR 70. */
export default {
  ignoreFiles: ['src-renderer/public/**'], // a page of its own, shown without the tokens
  overrides: [
    { files: ['**/*.svelte'], customSyntax: 'postcss-html' },
    // the tokens are where colours are said
    { files: ['**/tokens.css'], rules: { 'color-no-hex': null } },
  ],
  rules: {
    // space comes from the 4 px grid of ui/tokens.css
    'declaration-property-unit-disallowed-list': { '/^(padding|margin|gap|row-gap|column-gap)/': ['px'] },
    'declaration-property-value-disallowed-list': {
      // two weights, and the sizes of the type scale
      'font-weight': ['/^\\d/', 'bold', 'normal'],
      'font-size': ['/px$/'],
    },
    'color-no-hex': true,
    'color-named': 'never',
  },
}
