import type { Served } from '../stand-ins/recording-server.ts'
import { startRecordingServer, type RecordingServer } from '../stand-ins/recording-server.ts'

interface Sample {
  description: string
  enabled: boolean
  rollout: string
}

const strategy = (featureName: string, rollout: string) => ({
  name: 'flexibleRollout',
  featureName,
  title: null,
  parameters: { groupId: featureName, rollout, stickiness: 'default' },
  constraints: [],
  variants: [],
  segments: [],
  disabled: false,
})

function exported(flags: Record<string, Sample>) {
  const names = Object.entries(flags)
  return {
    features: names.map(([name, { description }]) => ({
      name,
      description,
      type: 'release',
      project: 'default',
      stale: false,
      impressionData: false,
      archived: false,
    })),
    featureStrategies: names.map(([name, { rollout }]) => strategy(name, rollout)),
    featureEnvironments: names.map(([name, { enabled }]) => ({
      name,
      featureName: name,
      environment: 'development',
      enabled,
      variants: [],
    })),
    featureTags: [],
    segments: [],
    tagTypes: [],
    contextFields: [],
    dependencies: [],
    links: [],
  }
}

const token = (type: string, environment: string) => ({ secret: 'x', tokenName: 'a', type, environment })

const ANSWERS: Record<string, unknown> = {
  '/api/admin/ui-config': {
    environment: 'Enterprise',
    version: '8.2.0',
    versionInfo: { current: { oss: '', enterprise: '8.2.0' } },
  },
  '/api/admin/projects': {
    projects: [
      { id: 'default', name: 'Default', featureCount: 42 },
      { id: 'ticketing', name: 'Ticketing', featureCount: 7 },
    ],
  },
  '/api/admin/environments': {
    environments: [
      { name: 'development', type: 'development' },
      { name: 'production', type: 'production' },
      { name: 'acceptance', type: 'test' },
    ],
  },
  '/api/admin/api-tokens': {
    tokens: [
      token('admin', '*'),
      token('admin', '*'),
      token('client', 'production'),
      token('client', 'production'),
      token('frontend', 'production'),
    ],
  },
}

/** Flags of the remote when they were pulled; below, their later state. */
export const PULLED = {
  'summer-campaign': { description: 'The campaign', enabled: true, rollout: '25' },
  'old-header': { description: 'To be taken out', enabled: true, rollout: '100' },
  'card-payments': { description: 'Cards', enabled: true, rollout: '50' },
}
export const SINCE = {
  'summer-campaign': { description: 'The campaign of this year', enabled: true, rollout: '60' },
  'card-payments': { description: 'All cards but one', enabled: true, rollout: '50' },
  'gift-cards': { description: 'Cards to give away', enabled: false, rollout: '10' },
}

/** Starts a server that answers as an instance of version 8 with these flags. */
export function startSampleRemote(flags: Record<string, Sample>): Promise<RecordingServer> {
  return startRecordingServer(({ path }): Served => {
    if (path === '/api/admin/features-batch/export') return { status: 200, body: exported(flags) }
    const body = ANSWERS[path]
    return body === undefined ? { status: 404, body: {} } : { status: 200, body }
  })
}
