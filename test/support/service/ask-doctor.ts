import { diagnose, examine, type Knowledge } from '#shared/clients/doctor/diagnose.ts'
import type { KnownToken } from '#shared/clients/doctor/judge-token.ts'
import type { Instance } from '#shared/clients/doctor/terms.ts'

/** Secret of a token, as the service makes them. */
export const HEX = '0123456789abcdef'.repeat(4).slice(0, 56)
/** Backend token of the instance. */
export const TOKEN = `default:development.${HEX}`
/** An instance that listens with two versions. */
export const HERE: Instance = {
  url: 'http://localhost:4242',
  basePath: '',
  contract: '7.6.5',
  ports: [
    { port: 4242, contract: '7.6.5' },
    { port: 4243, contract: '8.0.0' },
  ],
}
/** An instance behind a proxy, below a path. */
export const HTTPS: Instance = { ...HERE, url: 'https://flags.example.com/unleash', basePath: '/unleash' }

/** Examines a text and diagnoses it, as an instance that knows its tokens so. */
export function ask(text: string, instance: Instance | undefined = HERE, known?: KnownToken) {
  const found = examine(text)
  const knowledge: Knowledge | undefined = instance && {
    instance,
    tokens: new Map(found.tokens.map((token) => [token, known ?? { facts: { state: 'unknown' } }])),
    links: new Map(),
  }
  return diagnose(found, knowledge)
}
/** Ids of all findings about a text. */
export const idsOf = (...asked: Parameters<typeof ask>) =>
  ask(...asked).subjects.flatMap(({ findings }) => findings.map(({ id }) => id))
/** Makes a valid token of a type. */
export const known = (type: string): KnownToken => ({
  facts: { state: 'valid', type, projects: ['*'], environment: 'development' },
})
