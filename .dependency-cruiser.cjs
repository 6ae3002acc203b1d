/** The import rules of docs/architecture.md, as lint. Type-only imports count, except where a rule says otherwise. */
const ours = '^src-(main|renderer|shared)/'
const test = '[.]test[.]ts$'

/** The order of the domains: what operations stand on may use those before theirs. */
const DOMAINS = [
  'instance',
  'access',
  'audit',
  'projects',
  'flags',
  'clients',
  'insight',
  'changes',
  'signals',
  'integrations',
  'versions',
  'transfer',
]

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
      from: { path: '^src-main/(kernel|runtime)/' },
      to: {
        path: ours,
        pathNot: ['^src-main/(kernel|runtime)/', '^src-main/store/(queries|schema)[.]ts$', '^src-shared/'],
      },
    },
    {
      name: 'kernel-knows-no-framework',
      severity: 'error',
      from: { path: '^src-main/(kernel|runtime)/' },
      to: { path: 'node_modules/(fastify|@fastify|@trpc|electron|kysely)/' },
    },
    {
      name: 'store-is-below',
      severity: 'error',
      from: { path: '^src-main/store/', pathNot: test },
      to: { path: ours, pathNot: ['^src-main/(store|kernel|runtime)/', '^src-shared/'] },
    },
    ...DOMAINS.slice(0, -1).map((domain, place) => ({
      name: `${domain}-in-order`,
      comment: 'areas use areas of the domains before theirs (docs/architecture.md, the twelve domains)',
      severity: 'error',
      from: { path: `^src-main/domains/${domain}/(?!operations/)`, pathNot: test },
      to: { path: `^src-main/domains/(${DOMAINS.slice(place + 1).join('|')})/` },
    })),
    {
      name: 'nobody-imports-operations',
      comment: 'an operation that needs another goes through performAs, or a rule in an area',
      severity: 'error',
      from: {
        path: '^src-main/domains/',
        pathNot: ['/operations/index[.]ts$', '^src-main/domains/[^/]+/index[.]ts$', test],
      },
      to: { path: '^src-main/domains/[^/]+/operations/' },
    },
    {
      name: 'domains-know-no-transport',
      comment: 'but a domain opens by what src-main/app/domain.ts says',
      severity: 'error',
      from: { path: '^src-main/domains/', pathNot: test },
      to: {
        pathNot: '^src-main/app/domain[.]ts$',
        path: ['^src-main/(transport|app|cli|desktop)/', 'node_modules/(fastify|@fastify|@trpc|electron)/'],
      },
    },
    {
      name: 'domains-read-no-settings',
      comment: 'a domain opens with the settings; what it opens gets their values',
      severity: 'error',
      from: { path: '^src-main/domains/', pathNot: ['^src-main/domains/[^/]+/index[.]ts$', test] },
      to: { path: '^src-main/settings/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domains-open-by-themselves',
      comment: 'what a domain opens and serves is known to the app alone',
      severity: 'error',
      from: { pathNot: ['^src-main/app/domains[.]ts$', test] },
      to: { path: '^src-main/domains/[^/]+/index[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'transport-knows-no-domain',
      severity: 'error',
      from: { path: '^src-main/(transport|kernel|runtime|store)/', pathNot: test },
      to: { path: '^src-main/domains/' },
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
      to: { path: '^src-main/(store|settings|app|cli|desktop)/' },
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
      to: { path: '^src-main/(domains|store)/' },
    },
    {
      name: 'service-is-headless',
      severity: 'error',
      from: { path: '^src-main/(app|cli|settings)/' },
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
      name: 'ui-is-a-system-by-itself',
      comment: 'what a component asks the window around it is in src-renderer/ui/surroundings.ts',
      severity: 'error',
      from: { path: '^src-renderer/ui/', pathNot: test },
      to: { path: '^src-renderer/(?!ui/)' },
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
