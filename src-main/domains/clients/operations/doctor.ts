import type { InstanceStatus } from '#domains/instance/instance/instance-status.ts'
import { readListeners } from '#domains/versions/listeners/listeners.store.ts'
import type { ListeningPorts } from '#domains/versions/listeners/listening-ports.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/doctor.ts'
import { diagnose, examine, type Knowledge } from '#shared/clients/doctor/diagnose.ts'
import type { Instance } from '#shared/clients/doctor/terms.ts'
import { isTokenName, lookUpLink, lookUpToken, type TokenSources } from '../doctor/look-up-token.ts'

interface DoctorServices extends TokenSources {
  listeningPorts: ListeningPorts
  status: () => InstanceStatus
  pagesUrl: () => string
  baseUriPath: string
}

/** Explains what was pasted. Secrets of it are compared by their hashes, and forgotten with the request. */
export const diagnoseConnection = (services: DoctorServices) =>
  query(contract.diagnoseConnection, async (context, { body: { text } }) => {
    const { status, listeningPorts } = services
    const { url, strict, contractVersion } = status()
    const main = strict ?? contractVersion
    const stored = (await readListeners(context.visible)).filter(({ port }) => !listeningPorts.isFixed(port))
    const instance: Instance = {
      url: services.pagesUrl(),
      basePath: services.baseUriPath,
      contract: context.caller.contract ?? main,
      ports: [
        ...(url === null ? [] : [{ port: portOf(url), contract: main }]),
        ...[...listeningPorts.fixed, ...stored]
          .filter(({ port }) => listeningPorts.failureOf(port) === null)
          .map((plan) => ({ port: plan.port, contract: plan.strict ?? plan.contract })),
      ],
    }
    const found = examine(text)
    const tokens: Knowledge['tokens'] = new Map(
      await Promise.all(
        found.tokens.map(async (token) => [token, await lookUpToken(context, services, token)] as const),
      ),
    )
    const links: Knowledge['links'] = new Map(
      await Promise.all(
        found.links.map(async ({ url: at, link }) => [at, await lookUpLink(context, link)] as const),
      ),
    )
    const isName = await isTokenName(context, services, text.trim())
    return diagnose(found, { instance, tokens, links, isName })
  })

const portOf = (url: string) => {
  const { port, protocol } = new URL(url)
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}
