import { fillSampleActions } from './sample-actions.ts'
import { fillSampleChangeRequests } from './sample-change-requests.ts'
import { fillSampleReleases } from './sample-releases.ts'
import { fillSampleAccess } from './sample-access.ts'
import { fillSamplePeople } from './sample-people.ts'
import { fillSampleProjects } from './sample-projects.ts'
import { fillSampleRoles } from './sample-roles.ts'
import { fillSampleSeenContexts } from './sample-seen-contexts.ts'
import { fillSampleSignals } from './sample-signals.ts'
import { fillSampleTraffic } from './sample-traffic.ts'
import type { Service } from '../service/service.ts'
import { createEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { createContextField } from '#shared/flags/contract/context.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createTagType } from '#shared/flags/contract/tags.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { overwriteEnvironmentFeatureVariants } from '#shared/flags/contract/variants.ts'
import { createStrategy } from '#shared/flags/contract/strategy-types.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'

const PROJECT = '/api/admin/projects/default/features'
const LONG_NAME =
  'a-flag-with-a-name-that-is-about-a-hundred-characters-long-to-see-how-the-list-and-the-page-cope-wit'

/** Fills an instance as after some time of use, for viewing screens. */
export async function fillSampleInstance(service: Service): Promise<void> {
  const { call } = service
  const flags = [
    { name: 'checkout-redesign', type: 'release', description: 'The new checkout with one page' },
    { name: 'search-ranking', type: 'experiment', description: 'Ranking by the new model' },
    { name: 'payments-kill-switch', type: 'kill-switch' },
    { name: LONG_NAME, type: 'operational' },
    { name: 'beta-banner', type: 'release' },
  ]
  for (const flag of flags) await call('POST', PROJECT, flag)
  const staging = { name: 'staging', type: 'preproduction', requiredApprovals: 2 }
  await call(createEnvironment, { body: staging })
  const checkout = `${PROJECT}/checkout-redesign/environments/development`
  await call('POST', `${checkout}/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '25', stickiness: 'userId', groupId: 'checkout-redesign' },
    constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }],
  })
  await call(createContextField, {
    body: {
      name: 'country',
      description: 'Where the user is',
      stickiness: true,
      legalValues: [
        { value: 'NO', description: 'Norway' },
        { value: 'SE', description: 'Sweden' },
      ],
    },
  })
  const segment = await call(createSegment, {
    body: {
      name: 'Beta testers',
      description: 'Who has asked to see things first',
      constraints: [
        { contextName: 'userId', operator: 'IN', values: ['7', '42', '1001'] },
        { contextName: 'appName', operator: 'NOT_IN', values: ['kiosk'] },
      ],
    },
  })
  await call(createSegment, { body: { name: 'Norway', project: 'default', constraints: [] } })
  await call('POST', `${checkout}/strategies`, {
    name: 'default',
    segments: [segment.id],
    title: 'Staff',
    constraints: [
      { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com'], caseInsensitive: true },
    ],
  })
  await call('POST', `${checkout}/strategies`, {
    name: 'flexibleRollout',
    title: 'Colours',
    parameters: { rollout: '50', stickiness: 'userId', groupId: 'checkout-redesign' },
    variants: [
      { name: 'blue', weight: 700, weightType: 'fix', stickiness: 'userId' },
      { name: 'red', weight: 300, weightType: 'variable', stickiness: 'userId' },
    ],
  })
  await call('POST', `${checkout}/on`)
  for (const environment of ['development', 'production'])
    await call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'search-ranking', environment },
    })
  await fillFlagExtras(call)
  await fillSampleAccess(service)
  await fillSamplePeople(service)
  await fillSampleProjects(service)
  await fillSampleRoles(service)
  await fillSampleTraffic(service)
  // the signals of the signals page come last: they are the newest
  await fillSampleActions(service)
  await fillSampleSignals(service)
  await fillSampleChangeRequests(service)
  await fillSampleSeenContexts(service)
  await fillSampleReleases(service)
}

/** Creates the surroundings of a flag: tags, links, a parent, variants, a star; and an archived flag. */
async function fillFlagExtras(call: Service['call']): Promise<void> {
  const checkout = `${PROJECT}/checkout-redesign`
  await call(createTagType, { body: { name: 'team', description: 'Who answers for it', icon: 'T' } })
  for (const tag of [
    { type: 'team', value: 'checkout' },
    { type: 'simple', value: 'spring-release' },
  ])
    await call(addTag, { params: { featureName: 'checkout-redesign' }, body: tag })
  await call('POST', `${checkout}/link`, { url: 'https://example.com/tickets/17', title: 'Ticket 17' })
  await call('POST', `${checkout}/dependencies`, { feature: 'search-ranking', enabled: true })
  await call(overwriteEnvironmentFeatureVariants, {
    params: { projectId: 'default', featureName: 'beta-banner', environment: 'development' },
    body: [
      { name: 'short', weight: 250, weightType: 'fix', stickiness: 'default' },
      { name: 'long', weight: 750, weightType: 'variable', stickiness: 'default' },
    ],
  })
  await call(createStrategy, {
    body: {
      name: 'byStore',
      description: 'For the stores that take part',
      parameters: [
        { name: 'stores', type: 'list', description: 'Numbers of stores', required: true },
        { name: 'share', type: 'percentage', description: 'Of their customers', required: false },
      ],
    },
  })
  for (const name of ['old-banner', 'winter-sale']) {
    await call(createFeature, {
      params: { projectId: 'default' },
      body: { name, description: 'Not needed any more' },
    })
    await call(archiveFeature, { params: { projectId: 'default', featureName: name } })
  }
}
