import fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  ClientConfiguration,
  type ClientEvent,
  type ConfigurationSource,
  type EnvironmentConfiguration,
} from '#domains/clients/client-api/client-configuration.ts'
import type { ConfiguredFeature } from '#domains/clients/client-api/client-features.read-model.ts'
import { replaceFeatures } from '#domains/clients/client-api/client-features.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import type { Question } from '../messages.ts'
import { AskedConfiguration } from '../worker/asked-configuration.ts'
import { answerQuestion } from './answer-question.ts'

const ENVIRONMENT = 'development'
const NAMES = ['a', 'b', 'c', 'd', 'e']

/** Tables with flags and segments, from which the main process reads as it does from a database. */
class Tables {
  readonly flags = new Map<string, number>()
  segments = 0
  events = 0

  readonly source: ConfigurationSource = {
    revisions: () => Promise.resolve([{ environment: ENVIRONMENT, revision: 0 }]),
    exists: () => Promise.resolve(true),
    segments: () => Promise.resolve(this.#segments()),
    read: async ({ revision, kept, changes }) => {
      // others have their turn between two statements
      await Promise.resolve()
      const names = kept && changes && changes !== 'anything' ? [...changes] : undefined
      const read = this.#features(names)
      await Promise.resolve()
      if (kept && names)
        return { revision, segments: kept.segments, features: replaceFeatures(kept.features, names, read) }
      return {
        ...{ revision, segments: this.#segments() },
        features: new Map(read.map((one) => [one.feature.name, one])),
      }
    },
  }

  change(name: string | undefined, isRemoved: boolean): ClientEvent {
    this.events += 1
    if (name === undefined) this.segments += 1
    else if (isRemoved) this.flags.delete(name)
    else this.flags.set(name, this.events)
    return {
      ...{ id: this.events, type: 'feature-metadata-updated', affectsClients: true },
      ...{ environment: ENVIRONMENT, ...(name === undefined ? {} : { featureName: name }) },
    }
  }

  #features(names?: readonly string[]): ConfiguredFeature[] {
    return [...this.flags]
      .filter(([name]) => names?.includes(name) ?? true)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([name, version]) =>
          ({ feature: { name, description: String(version) }, tags: new Set([`t\n${version}`]) }) as never,
      )
  }

  #segments() {
    return [{ id: 1, name: String(this.segments), constraints: [] }]
  }
}

/** The main process and a worker of it. News and answers go through one pipe, in order. */
async function startPair() {
  const tables = new Tables()
  const main = new ClientConfiguration(tables.source)
  await main.load()
  let untold: ClientEvent[] = []
  const sent = new Map<string, EnvironmentConfiguration>()
  const tellNews = () => {
    worker.noteEvents(untold)
    untold = []
  }
  const asked = new AskedConfiguration({
    revisions: main.revisions(),
    send: (message) => {
      const { id, question } = message as { id: number; question: Question }
      void answerQuestion(
        { id, question },
        { configuration: main, source: tables.source, ticketOf: () => undefined, sent, tellNews },
        (answer) => {
          if (answer.kind === 'part' || answer.kind === 'unanswered') asked.take(answer)
          return Promise.resolve(true)
        },
      )
    },
  })
  const worker = new ClientConfiguration(asked)
  await worker.load()
  const change = (name: string | undefined, isRemoved: boolean) => {
    const event = tables.change(name, isRemoved)
    main.noteEvents([event])
    untold.push(event)
  }
  return { main, worker, change, tellNews }
}

const contentOf = ({ features, segments }: EnvironmentConfiguration) => ({
  // in order
  features: [...features].map(([name, { feature, tags }]) => [name, feature.description, [...tags]]),
  segments,
})

it('a worker has exactly the flags that the main process has at the same revision', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('change' as const),
      name: fc.constantFrom(...NAMES, undefined),
      isRemoved: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom('news', 'main', 'worker', 'both', 'turn') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { main, worker, change, tellNews } = await startPair()
      const ofMain = new Map<number, unknown>()
      const ofWorker = new Map<number, unknown>()
      const running: Promise<unknown>[] = []
      const ask = (one: ClientConfiguration, seen: Map<number, unknown>) =>
        running.push(
          one.of(ENVIRONMENT).then((found) => {
            const known = seen.get(found.revision)
            if (known !== undefined) expect(contentOf(found)).toEqual(known)
            seen.set(found.revision, contentOf(found))
          }),
        )
      for (const one of steps) {
        if ('name' in one) change(one.name, one.isRemoved)
        else if (one.kind === 'news') tellNews()
        else if (one.kind === 'turn') await Promise.resolve()
        if (one.kind === 'main' || one.kind === 'both') ask(main, ofMain)
        if (one.kind === 'worker' || one.kind === 'both') ask(worker, ofWorker)
      }
      await Promise.all(running)
      tellNews()
      ask(main, ofMain)
      ask(worker, ofWorker)
      await Promise.all(running)
      for (const [revision, content] of ofWorker)
        if (ofMain.has(revision)) expect(content).toEqual(ofMain.get(revision))
      expect(worker.revisionOf(ENVIRONMENT)).toBe(main.revisionOf(ENVIRONMENT))
      expect(ofWorker.has(main.revisionOf(ENVIRONMENT))).toBe(true)
    }),
    { numRuns: propertyRuns(200) },
  )
})
