// first, for what comes with the next reads it
import './scripts/svelte-types-in-lint.mjs'

import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

import { ownLookups } from './scripts/lint/own-lookups.mjs'
import svelteConfig from './svelte.config.js'

const wholeKeys = 'Make the key with compositeKey: joined values can collide.'
/** Keys of maps that are joined from several values. */
const JOINED_KEYS = [
  'CallExpression[callee.property.name=/^(get|set|has|delete)$/] > TemplateLiteral.arguments[expressions.length>1]',
  'VariableDeclarator[id.name=/[kK]ey(Of)?$/] > TemplateLiteral[expressions.length>1]',
  'VariableDeclarator[id.name=/[kK]ey(Of)?$/] > ArrowFunctionExpression > TemplateLiteral[expressions.length>1]',
  'CallExpression[callee.property.name=/^(map|flatMap)$/] > ArrowFunctionExpression > ArrayExpression > TemplateLiteral[expressions.length>1]:first-child',
].map((selector) => ({ selector, message: wholeKeys }))

/** Lists in SQL: store/in-list.ts and store/insert-all.ts are the only ways. */
const LISTS = [
  {
    selector:
      "CallExpression[arguments.length=3][arguments.1.value=/^(not )?in$/]:not([arguments.2.type='ArrowFunctionExpression']):not([arguments.2.type='ArrayExpression'])",
    message:
      'One parameter a value exceeds what a statement takes: use inList of store/in-list.ts, or an arrow function that returns a subquery.',
  },
  {
    selector: 'CallExpression[arguments.1.value=/^(not )?in$/] > ArrayExpression > SpreadElement',
    message: 'One parameter a value exceeds what a statement takes: use inList of store/in-list.ts.',
  },
  {
    selector:
      "CallExpression[callee.property.name='values'][callee.object.name!='Object'][arguments.length=1]:not([arguments.0.type='ObjectExpression'])",
    message: 'Insert one row as an object literal, and more of them by insertAll of store/insert-all.ts.',
  },
]

/** Expressions made of texts: a user's pattern could backtrack for hours. */
const MADE_EXPRESSIONS = [
  '[callee.name="RegExp"]:not([arguments.0.type="Literal"]):matches(NewExpression, CallExpression)',
  'CallExpression[callee.property.name=/^(match|matchAll|search)$/] > TemplateLiteral.arguments[expressions.length>0]',
].map((selector) => ({ selector, message: 'Patterns of users run on RE2: src-shared/expressions.' }))

/** Numbers and times: src-renderer/ui/figures.ts and RelativeTime write them all the same way. */
const OWN_FIGURES = [
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
  'MemberExpression[object.name="Intl"][property.name=/^(NumberFormat|DateTimeFormat)$/]',
].map((selector) => ({ selector, message: 'Use figure, exactTime and their like of ui/figures.ts.' }))

/** A percentage after a value, made on the spot. Lengths of styles are attributes, and have no text. */
const OWN_PERCENTAGES = [
  'TemplateElement[value.raw=/^ ?%(?![\\w(])/]',
  'Literal[value=/\\d %/]',
  'Literal[value=/^ ?%$/]',
  'SvelteMustacheTag + SvelteText[value=/^\\s?%/]',
].map((selector) => ({ selector, message: 'Use percentage of ui/figures.ts, or src-shared/percentage.ts.' }))

/** ui/stored.ts reads with a schema, and no full or forbidden store stops it. */
const OWN_STORAGE = ['Identifier[name=/^(localStorage|sessionStorage)$/]'].map((selector) => ({
  selector,
  message: 'Use readStored and writeStored of ui/stored.ts.',
}))

/** Rules of syntax for all sources; what a group of files adds is in `restricted`. */
const restricted = (...more) => ['error', ...JOINED_KEYS, ...LISTS, ...MADE_EXPRESSIONS, ...more]

/** Programs of users, and Halyard itself, run as in a user's terminal: the test runner's NODE_ENV changes what they do. */
const RUN_AS_USERS =
  'Run programs by test/support/service/program.ts, which gives them the environment of a user.'
const OWN_ENVIRONMENT = {
  selector: 'SpreadElement > MemberExpression[object.name="process"][property.name="env"]',
  message: 'Use userEnvironment of test/support/runner/user-environment.ts.',
}

const CALL_OUT =
  'Call other machines through Outbound (kernel/outbound.ts), which keeps to the address policy.'

/** Without its network, a client would go past the proxy, and trust other certificates than the settings say. */
const WITHOUT_NETWORK = ['NewExpression[callee.name="Outbound"][arguments.length<3]'].map((selector) => ({
  selector,
  message: 'Name the network to go through.',
}))

/** Files that a rule reads with their types: components, and those of own-lookups. oxlint.config.ts has the types of the rest. */
const COMPONENTS = ['**/*.svelte']
const LOOKED_UP = ['src-main/{app,cli,settings,kernel,runtime,domains,store}/**/*.ts', 'src-shared/**/*.ts']
const NOT_LOOKED_UP = ['src-shared/own-value.ts', '**/*.test.ts']

const lines = (max) => ['error', { max, skipBlankLines: false, skipComments: false }]

export default defineConfig(
  globalIgnores(['out', 'dist', 'coverage', 'test-results', '.dependency-cruiser.cjs']),
  js.configs.recommended,
  ts.configs.recommended,
  { files: COMPONENTS, extends: [ts.configs.recommendedTypeCheckedOnly] },
  { files: ['src-renderer/**'], extends: [svelte.configs.recommended, svelte.configs.prettier] },
  prettier,
  { languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    files: [...COMPONENTS, ...LOOKED_UP],
    ignores: NOT_LOOKED_UP,
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      'max-lines': lines(400),
      '@typescript-eslint/require-await': 'off', // interfaces are async so that a second store can be
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // `import { type A }` alone would stay as an import of the module for its effects
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error', // the logger, or process.stdout in an entry point
    },
  },
  {
    // the parameters of snippets have types that svelte-check knows and typescript-eslint takes for any
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.test.ts', 'test/**/*.ts'], rules: { 'max-lines': lines(600) } },
  {
    files: ['test/**/*.ts'],
    // services of our own for measuring, and a container engine
    ignores: ['test/performance/bench/**', 'test/postgres/recipe/**'],
    rules: { 'no-restricted-syntax': ['error', OWN_ENVIRONMENT] },
  },
  {
    files: ['test/{conformance,contract,e2e,packaged,screens}/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { name: 'node:child_process', message: RUN_AS_USERS }],
    },
  },
  {
    files: ['src-*/**/*.{ts,svelte}'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': restricted(...WITHOUT_NETWORK) },
  },
  {
    files: ['src-renderer/**/*.{ts,svelte}'],
    ignores: ['src-renderer/ui/figures.ts', 'src-renderer/ui/stored.ts', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': restricted(...OWN_FIGURES, ...OWN_PERCENTAGES, ...OWN_STORAGE) },
  },
  {
    files: ['src-renderer/ui/stored.ts'],
    rules: { 'no-restricted-syntax': restricted(...OWN_FIGURES, ...OWN_PERCENTAGES) },
  },
  {
    files: ['src-renderer/ui/figures.ts'],
    rules: { 'no-restricted-syntax': restricted(...OWN_PERCENTAGES, ...OWN_STORAGE) },
  },
  {
    files: ['src-main/{app,cli,settings,kernel,runtime,domains,store}/**/*.ts'],
    ignores: ['src-main/kernel/outbound.ts', 'src-main/kernel/network/*.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: CALL_OUT }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'node:https', message: CALL_OUT },
            { name: 'undici', message: CALL_OUT },
            { name: 'node:http', importNames: ['default', 'request', 'get', 'Agent'], message: CALL_OUT },
          ],
        },
      ],
    },
  },
  {
    // transport looks names of the contract up, and keeps what callers name in objects without a prototype
    files: LOOKED_UP,
    ignores: NOT_LOOKED_UP,
    plugins: { halyard: { rules: { 'own-lookups': ownLookups } } },
    rules: { 'halyard/own-lookups': 'error' },
  },
  {
    // kernel, domains and shared code take time and chance from ctx (kernel/clock, kernel/ids): tests fix them
    files: ['src-main/{kernel,domains}/**/*.ts', 'src-shared/**/*.ts'],
    ignores: [
      'src-main/kernel/clock.ts',
      'src-main/kernel/ids.ts',
      'src-shared/expressions/path-expression.ts',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-syntax': restricted(
        ...WITHOUT_NETWORK,
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Take the time from ctx.clock.',
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Take the time from ctx.clock.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Take chance from ctx.ids.',
        },
      ),
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], rules: { 'no-console': 'off' } },
  // Electron's `-r` loads what require can load
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['test/**'], rules: { 'no-console': 'off' } },
)
