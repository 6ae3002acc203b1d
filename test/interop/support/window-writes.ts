import type { Connected } from './connect.ts'
import { ADMIN_PASSWORD } from './original-process.ts'

/** Ids and names that the service gave to one write, for the next. */
export type Kept = Record<string, string>

/** One write of the window: the operation, its input, and what of its answer later ones need. */
export interface WindowWrite {
  operation: string
  input: (kept: Kept) => object
  keep?: (answer: unknown, ask: Ask) => Kept | Promise<Kept>
}
type Ask = Connected['ask']

const PROJECT = { projectId: 'default' }
const FLAG = { ...PROJECT, featureName: 'written' }
const AT = { ...FLAG, environment: 'development' }
const ROLLOUT = {
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: 'written' },
  constraints: [{ contextName: 'country', operator: 'IN', values: ['no'] }],
}
const FOR_LONG = '2099-01-01T00:00:00.000Z'
const SOON = () => new Date(Date.now() + 86_400_000).toISOString()
const VARIANTS = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }]
const LEGAL = { value: 'one', description: 'The first' }

const part = (name: string, as: string) => (answer: unknown) => ({
  [as]: String((answer as Record<string, unknown>)[name]),
})
const write = (operation: string, input: WindowWrite['input'] | object, keep?: WindowWrite['keep']) => ({
  operation,
  input: typeof input === 'function' ? (input as WindowWrite['input']) : () => input,
  ...(keep ? { keep } : {}),
})

const FLAG_WRITES = [
  write('createFeature', { params: PROJECT, body: { name: 'written', type: 'release', description: '' } }),
  write('createFeature', { params: PROJECT, body: { name: 'parent', impressionData: true } }),
  write('updateFeature', {
    params: FLAG,
    body: { name: 'written', description: 'By the window', stale: false },
  }),
  write('patchFeature', {
    params: FLAG,
    body: [{ op: 'replace', path: '/description', value: 'Patched' }],
  }),
  write('cloneFeature', { params: FLAG, body: { name: 'written-copy', replaceGroupId: true } }),
  write('staleFeatures', { params: PROJECT, body: { features: ['written'], stale: true } }),
  write('addFavoriteFeature', { params: FLAG }),
  write('removeFavoriteFeature', { params: FLAG }),
  write('addFavoriteProject', { params: PROJECT }),
  write('removeFavoriteProject', { params: PROJECT }),
  write(
    'createFeatureLink',
    { params: FLAG, body: { url: 'https://example.com/1', title: 'One' } },
    async (_answer, ask) => {
      const { links } = (await ask('getFeature', { params: FLAG })) as { links: { id: string }[] }
      return { link: links[0]?.id ?? '' }
    },
  ),
  write('updateFeatureLink', ({ link }) => ({
    params: { ...FLAG, linkId: link },
    body: { url: 'https://example.com/2', title: 'Two' },
  })),
  write('deleteFeatureLink', ({ link }) => ({ params: { ...FLAG, linkId: link } })),
  write('complete', { params: FLAG, body: { status: 'kept' } }),
  write('uncomplete', { params: FLAG }),
]

const STRATEGY_WRITES = [
  write('addFeatureStrategy', { params: AT, body: ROLLOUT }, part('id', 'first')),
  write('addFeatureStrategy', { params: AT, body: { ...ROLLOUT, title: 'Second' } }, part('id', 'second')),
  write('updateFeatureStrategy', ({ first }) => ({
    params: { ...AT, strategyId: first },
    body: { ...ROLLOUT, title: 'Changed', disabled: true },
  })),
  write('patchFeatureStrategy', ({ first }) => ({
    params: { ...AT, strategyId: first },
    body: [{ op: 'replace', path: '/disabled', value: false }],
  })),
  write('setStrategySortOrder', ({ first, second }) => ({
    params: AT,
    body: [
      { id: second, sortOrder: 0 },
      { id: first, sortOrder: 1 },
    ],
  })),
  write('toggleFeatureEnvironmentOn', { params: AT }),
  write('toggleFeatureEnvironmentOff', { params: AT }),
  ...['On', 'Off'].map((state) =>
    write(`bulkToggleFeaturesEnvironment${state}`, {
      params: { ...PROJECT, environment: 'development' },
      body: { features: ['written'] },
    }),
  ),
  write('createSegment', { body: { name: 'written', constraints: [] } }, part('id', 'segment')),
  write('updateSegment', ({ segment }) => ({
    params: { id: segment },
    body: { name: 'written', description: 'Changed', constraints: ROLLOUT.constraints },
  })),
  ...[['add'], []].map((segments) =>
    write('updateFeatureStrategySegments', ({ first, segment }) => ({
      body: {
        projectId: 'default',
        strategyId: first,
        environmentId: 'development',
        segmentIds: segments.length > 0 ? [Number(segment)] : [],
      },
    })),
  ),
  write('removeSegment', ({ segment }) => ({ params: { id: segment } })),
  write('deleteFeatureStrategy', ({ second }) => ({ params: { ...AT, strategyId: second } })),
  // only these are taken of a flag that has no variants of its own
  write('overwriteFeatureVariantsOnEnvironments', {
    params: FLAG,
    body: { environments: ['development'], variants: VARIANTS },
  }),
  write('overwriteEnvironmentFeatureVariants', { params: AT, body: VARIANTS }),
  write('patchEnvironmentsFeatureVariants', {
    params: AT,
    body: [{ op: 'replace', path: '/0/name', value: 'b' }],
  }),
  write('addDefaultStrategyToProjectEnvironment', {
    params: { ...PROJECT, environment: 'production' },
    body: { ...ROLLOUT, segments: [] },
  }),
]

const TAG_WRITES = [
  write('createTagType', { body: { name: 'kind', description: 'Of the window', icon: 'K' } }),
  write('updateTagType', { params: { name: 'kind' }, body: { description: 'Changed', icon: 'L' } }),
  write('createTag', { body: { type: 'kind', value: 'first' } }),
  write('addTag', { params: { featureName: 'written' }, body: { type: 'kind', value: 'second' } }),
  write('updateTags', {
    params: { featureName: 'written' },
    body: { addedTags: [{ type: 'kind', value: 'third' }], removedTags: [{ type: 'kind', value: 'second' }] },
  }),
  write('addTagToFeatures', {
    params: PROJECT,
    body: {
      features: ['written'],
      tags: { addedTags: [{ type: 'kind', value: 'first' }], removedTags: [] },
    },
  }),
  write('removeTag', { params: { featureName: 'written', type: 'kind', value: 'third' } }),
  write('deleteTag', { params: { type: 'kind', value: 'first' } }),
  write('deleteTagType', { params: { name: 'kind' } }),
  write('addFeatureDependency', {
    params: { ...PROJECT, child: 'written' },
    body: { feature: 'parent', enabled: true },
  }),
  write('deleteFeatureDependency', { params: { ...PROJECT, child: 'written', parent: 'parent' } }),
  write('addFeatureDependency', { params: { ...PROJECT, child: 'written' }, body: { feature: 'parent' } }),
  write('deleteFeatureDependencies', { params: { ...PROJECT, child: 'written' } }),
]

const CATALOGUE_WRITES = [
  write('createStrategy', { body: { name: 'written', description: 'Custom', parameters: [] } }),
  write('updateStrategy', {
    params: { name: 'written' },
    body: { name: 'written', description: 'Changed', parameters: [] },
  }),
  write('deprecateStrategy', { params: { strategyName: 'written' } }),
  write('reactivateStrategy', { params: { strategyName: 'written' } }),
  write('removeStrategy', { params: { name: 'written' } }),
  ...['', 'ForProject'].flatMap((of) => {
    const contextField = `field${of}`
    const place = of === '' ? {} : PROJECT
    const params = { ...place, contextField }
    return [
      write(`createContextField${of}`, {
        params: place,
        body: { name: contextField, description: '', legalValues: [LEGAL] },
      }),
      write(`updateContextField${of}`, { params, body: { description: 'Changed', stickiness: true } }),
      write(`updateContextFieldLegalValue${of}`, { params, body: { value: 'two' } }),
      write(`deleteContextFieldLegalValue${of}`, { params: { ...params, legalValue: 'two' } }),
      write(`deleteContextField${of}`, { params }),
    ]
  }),
  write('updateFeatureTypeLifetime', { params: { id: 'release' }, body: { lifetimeDays: 50 } }),
]

const ACCOUNT_WRITES = [
  write(
    'createUser',
    {
      body: {
        username: 'new-one',
        name: 'New',
        rootRole: 3,
        password: 'Correct-horse-9-battery',
        sendEmail: false,
      },
    },
    part('id', 'user'),
  ),
  write('updateUser', ({ user }) => ({ params: { id: user }, body: { name: 'Newer', rootRole: 2 } })),
  write('changeUserPassword', ({ user }) => ({
    params: { id: user },
    body: { password: 'Correct-horse-8-battery' },
  })),
  write('deleteUser', ({ user }) => ({ params: { id: user } })),
  write('resetUserPassword', { body: { id: 'admin-0@example.com' } }),
  write('deleteInactiveUsers', { body: { ids: [] } }),
  write('deleteScimUsers', {}),
  write('changeMyPassword', {
    body: {
      oldPassword: ADMIN_PASSWORD,
      password: 'Correct-horse-7-battery',
      confirmPassword: 'Correct-horse-7-battery',
    },
  }),
  write(
    'createPublicSignupToken',
    () => ({ body: { name: 'invite', expiresAt: SOON() } }),
    part('secret', 'invite'),
  ),
  write('updatePublicSignupToken', ({ invite }) => ({ params: { token: invite }, body: { enabled: false } })),
  write('createPat', { body: { description: 'second', expiresAt: FOR_LONG } }, part('id', 'pat')),
  write('deletePat', ({ pat }) => ({ params: { id: pat } })),
  write(
    'createApiToken',
    { body: { tokenName: 'made', type: 'client', environment: 'development', projects: ['*'] } },
    part('secret', 'token'),
  ),
  write('updateApiToken', ({ token }) => ({ params: { token }, body: { expiresAt: FOR_LONG } })),
  write('deleteApiToken', ({ token }) => ({ params: { token } })),
  write(
    'createProjectApiToken',
    {
      params: PROJECT,
      body: { tokenName: 'own', type: 'client', environment: 'development', projects: ['default'] },
    },
    part('secret', 'own'),
  ),
  write('deleteProjectApiToken', ({ own }) => ({ params: { ...PROJECT, token: own } })),
]

const INSTANCE_WRITES = [
  write('toggleEnvironmentOff', { params: { name: 'production' } }),
  write('toggleEnvironmentOn', { params: { name: 'production' } }),
  write('updateSortOrder', { body: { development: 2, production: 1 } }),
  write('removeEnvironmentFromProject', { params: { ...PROJECT, environment: 'production' } }),
  write('addEnvironmentToProject', { params: PROJECT, body: { environment: 'production' } }),
  write('createApplication', {
    params: { appName: 'shop' },
    body: {
      appName: 'shop',
      url: 'https://shop.example.com',
      color: 'red',
      icon: 'shop',
      description: 'Shop',
    },
  }),
  write('deleteApplication', { params: { appName: 'shop' } }),
  write(
    'createAddon',
    {
      body: {
        ...{ provider: 'datadog', enabled: false, description: 'd', parameters: { apiKey: 'k' } },
        ...{ events: ['feature-created'], projects: [], environments: [] },
      },
    },
    part('id', 'addon'),
  ),
  write('updateAddon', ({ addon }) => ({
    params: { id: addon },
    body: {
      ...{ provider: 'datadog', enabled: false, description: 'e', parameters: { apiKey: 'k' } },
      ...{ events: ['feature-created', 'feature-archived'], projects: ['default'], environments: [] },
    },
  })),
  write('deleteAddon', ({ addon }) => ({ params: { id: addon } })),
  write('exportFeatures', { body: { environment: 'development', features: ['written'] } }),
  write('importToggles', {
    body: {
      project: 'default',
      environment: 'development',
      data: {
        ...{ features: [{ name: 'imported', type: 'release' }], featureStrategies: [], segments: [] },
        ...{ tagTypes: [], featureTags: [], contextFields: [], featureEnvironments: [] },
      },
    },
  }),
  write('setCors', { body: { frontendApiOrigins: ['*'] } }),
  write('toggleMaintenance', { body: { enabled: false } }),
  write('uiObservability', { body: { errorMessage: 'none', errorStack: 'none' } }),
  write('createFeedback', { body: { feedbackId: 'window', neverShow: false } }),
  write('updateFeedback', { params: { id: 'window' }, body: { neverShow: true } }),
  write('updateSplashSettings', { params: { id: 'window' } }),
]

const END_WRITES = [
  write('archiveFeature', { params: { ...PROJECT, featureName: 'written-copy' } }),
  write('reviveFeature', { params: { featureName: 'written-copy' } }),
  write('archiveFeatures', { params: PROJECT, body: { features: ['written', 'written-copy'] } }),
  write('reviveFeatures', { params: PROJECT, body: { features: ['written'] } }),
  write('deleteFeature', { params: { featureName: 'written-copy' } }),
  write('archiveFeatures', { params: PROJECT, body: { features: ['written'] } }),
  write('deleteFeatures', { params: PROJECT, body: { features: ['written'] } }),
]

/** All writes that the window offers at an open-source service, in an order in which each has what it needs. */
export const WINDOW_WRITES: readonly WindowWrite[] = [
  ...FLAG_WRITES,
  ...STRATEGY_WRITES,
  ...TAG_WRITES,
  ...CATALOGUE_WRITES,
  ...ACCOUNT_WRITES,
  ...INSTANCE_WRITES,
  ...END_WRITES,
]
