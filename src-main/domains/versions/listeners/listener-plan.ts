import type { Listener } from '#shared/versions/schemas/listener.ts'
import { readContractVersion } from '#shared/versions/rules/index.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { ListenerPlan, ListeningPorts } from './listening-ports.ts'

/** The schema has seen to it that they are versions. */
export function planOf(
  port: number,
  { contract, strict }: { contract: string; strict?: string | null | undefined },
): ListenerPlan {
  const version = readContractVersion(contract)
  if (version === undefined) throw badData(`There is no version ${contract}`, '/body/contract')
  return { port, contract: version, strict: (strict && readContractVersion(strict)) || null }
}

/** Throws for a port that the configuration opened. */
export function requireChangeable(ports: ListeningPorts, port: number): void {
  if (ports.isFixed(port))
    throw new AppError(
      'InvalidOperationError',
      `Port ${port} is of the settings or the command line: it is changed there.`,
    )
}

/** Throws if the request came through the port itself: closing it would cut off the response. */
export function requireOtherPort({ caller }: MutationContext, port: number): void {
  if (caller.port === port)
    throw new AppError(
      'InvalidOperationError',
      `This was asked for through port ${port} itself: it is changed and removed through another one.`,
    )
}

/** Opens a port after the commit. The response says whether that worked. */
export function openAfterCommit(
  { onPublished }: MutationContext,
  plan: ListenerPlan,
  ports: ListeningPorts,
): Listener {
  const listener = toListener(plan, ports)
  onPublished(async () => {
    await ports.open(plan)
    Object.assign(listener, toListener(plan, ports))
  })
  return listener
}

/** Shows a port, and whether it listens. */
export const toListener = ({ port, contract, strict }: ListenerPlan, ports: ListeningPorts): Listener => ({
  port,
  url: ports.urlOf(port),
  contract,
  strict,
  failure: ports.failureOf(port),
  fixed: ports.isFixed(port),
})
