/** The import rules of docs/architecture.md, as lint. Type-only imports count, except where a rule says otherwise. */
const ours = '^src-(main|renderer|shared)/'
const test = '[.]test[.]ts$'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error', // a tree draws its branches by itself: Svelte's way is a component that imports itself
      from: { pathNot: '^src-renderer/ui/JsonNode[.]svelte$' },
      to: { circular: true },
    },
    {
      name: 'shared-is-pure',
      comment: 'src-shared runs in Node and in the browser',
      severity: 'error',
      from: { path: '^src-shared/', pathNot: test },
      to: { pathNot: ['^src-shared/', 'node_modules/(zod|murmurhash3js|semver|re2js|ip-address|@trpc)/'] },
    },
    {
      name: 'kernel-knows-no-feature',
      severity: 'error',
      from: { path: '^src-main/kernel/' },
      to: {
        path: ours,
        pathNot: ['^src-main/kernel/', '^src-main/store/(queries|schema)[.]ts$', '^src-shared/'],
      },
    },
    {
      name: 'kernel-knows-no-framework',
      severity: 'error',
      from: { path: '^src-main/kernel/' },
      to: { path: 'node_modules/(fastify|@fastify|@trpc|electron|kysely)/' },
    },
    {
      name: 'store-is-below',
      severity: 'error',
      from: { path: '^src-main/store/', pathNot: test },
      to: { path: ours, pathNot: ['^src-main/(store|kernel)/', '^src-shared/'] },
    },
    {
      name: 'feature-through-its-index',
      comment: 'a feature reaches another only through its index.ts',
      severity: 'error',
      from: { path: '^src-main/features/([^/]+)/' },
      to: {
        path: '^src-main/features/([^/]+)/',
        pathNot: ['^src-main/features/$1/', '^src-main/features/[^/]+/index[.]ts$'],
      },
    },
    {
      name: 'feature-knows-no-transport',
      comment: 'use cases, stores and read models; the *.http.ts and *.rpc.ts files bind them',
      severity: 'error',
      from: { path: '^src-main/features/', pathNot: ['[.](http|rpc)[.]ts$', '/index[.]ts$', test] },
      to: {
        path: ['^src-main/(transport|bootstrap|desktop)/', 'node_modules/(fastify|@fastify|@trpc|electron)/'],
      },
    },
    {
      name: 'sql-in-stores-only',
      comment: 'SQL (kysely as a value) lives in *.store.ts and *.read-model.ts',
      severity: 'error',
      from: { path: '^src-main/', pathNot: ['[.](store|read-model)[.]ts$', '^src-main/store/', test] },
      to: { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'transport-knows-no-store',
      severity: 'error',
      from: { path: '^src-main/transport/', pathNot: test },
      to: { path: '^src-main/(store|bootstrap|desktop)/' },
    },
    {
      name: 'transport-through-feature-index',
      severity: 'error',
      from: { path: '^src-main/transport/', pathNot: test },
      to: { path: '^src-main/features/', pathNot: '/index[.]ts$' },
    },
    {
      name: 'electron-only-at-the-edge',
      severity: 'error',
      from: { path: ours, pathNot: ['^src-main/main[.]ts$', '^src-main/(desktop|preload)/', test] },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'desktop-holds-no-business',
      severity: 'error',
      from: { path: '^src-main/(main[.]ts$|desktop/|preload/)', pathNot: test },
      to: { path: '^src-main/(features|store)/' },
    },
    {
      name: 'bootstrap-is-headless',
      severity: 'error',
      from: { path: '^src-main/bootstrap/' },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'renderer-imports-types-only',
      comment: 'the renderer sees the backend as the type AppRouter alone',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: test },
      to: { path: '^src-main/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-runs-in-a-browser',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'ui-has-no-api',
      severity: 'error',
      from: { path: '^src-renderer/ui/' },
      to: { path: ['^src-renderer/(lib/api|features|shell)'] },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['[?]asset$', '^@lucide/svelte/icons/'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      // what is in public is named by the page that loads it
      from: { orphan: true, pathNot: ['[.]d[.]ts$', test, '[.]json$', '^src-renderer/public/'] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte.ts', '.svelte', '.js', '.json'],
      mainFields: ['module', 'main', 'types'],
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'require', 'node', 'default', 'types'],
    },
  },
}
