import { beforeEach, describe, expect, it } from 'vitest'

import { DatabaseUnavailable } from '#store/store-errors.ts'
import { ClientConfiguration, type AskedEnvironment, type ClientEvent } from './client-configuration.ts'

/** A database on a server, of which one flag is read; it can be away. */
class Source {
  description = 'first'
  isAway = false
  reads = 0

  revisions = async () => [{ environment: 'development', revision: 1 }]
  exists = async () => true
  segments = async () => []
  read = async ({ revision }: AskedEnvironment) => {
    this.reads++
    if (this.isAway) throw new DatabaseUnavailable('it is away', new Error('ECONNREFUSED'))
    const { description } = this
    const flag = { feature: { name: 'flag', description, strategies: [] } } as never
    return { revision, features: new Map([['flag', flag]]), segments: [] }
  }
}

const changed = (id: number): ClientEvent => ({
  ...{ id, type: 'feature-metadata-updated', affectsClients: true },
  ...{ environment: 'development', featureName: 'flag' },
})

describe('the configuration of SDKs', () => {
  let source: Source
  let configuration: ClientConfiguration
  const served = async () => {
    const { features } = await configuration.of('development')
    return (features.get('flag')?.feature as { description?: string } | undefined)?.description
  }

  beforeEach(async () => {
    source = new Source()
    configuration = new ClientConfiguration(source)
    await configuration.load()
    expect(await served()).toBe('first')
  })

  it('is what was read last while the database is away, which is not asked for each request', async () => {
    source.isAway = true
    configuration.noteEvents([changed(2)])
    const { reads } = source
    expect([await served(), await served(), await served()]).toEqual(['first', 'first', 'first'])
    expect(source.reads).toBe(reads + 1)
  })

  it('has a write as soon as it is answered, also right after the database was away', async () => {
    source.isAway = true
    configuration.noteEvents([changed(2)])
    expect(await served()).toBe('first')
    source.isAway = false
    source.description = 'written when it was back'
    configuration.noteEvents([changed(3)])
    expect(await served()).toBe('written when it was back')
  })
})
