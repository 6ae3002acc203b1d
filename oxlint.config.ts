import { defineConfig } from 'oxlint'
import ts from 'typescript-eslint'

/** The rules that need types, as ESLint has them for components (eslint.config.js). */
const typed = ts.configs.recommendedTypeCheckedOnly.flatMap(({ rules = {} }) =>
  Object.keys(rules).filter((name) => name.startsWith('@typescript-eslint/')),
)
/** Interfaces are async so that a second store can be. */
const UNWANTED = ['@typescript-eslint/require-await']

export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  rules: Object.fromEntries(typed.filter((name) => !UNWANTED.includes(name)).map((name) => [name, 'error'])),
  // ESLint reads components, and what is not TypeScript has no types
  ignorePatterns: ['**/*.{svelte,js,mjs,cjs}', 'out', 'dist', 'coverage', 'test-results'],
})
