import type { Impression } from '#shared/clients/schemas/impression.ts'

type Seen = Pick<Impression, 'appName' | 'warnings'>

/** Properties that the SDK of an application leaves out of each impression. */
export interface Omission {
  appName: string | null
  warnings: string[]
}

const IS_MISSING = / is missing$/

/** The omissions that all listed impressions of an application share: they are its SDK's, not those of one impression. */
export function sdkOmissions(impressions: readonly Seen[]): Omission[] {
  const shared = new Map<string | null, string[]>()
  for (const { appName, warnings } of impressions) {
    const missing = warnings.filter((one) => IS_MISSING.test(one))
    shared.set(appName, shared.get(appName)?.filter((one) => missing.includes(one)) ?? missing)
  }
  return [...shared].flatMap(([appName, warnings]) => (warnings.length > 0 ? [{ appName, warnings }] : []))
}

/** "shop: the SDK sends no eventId, context.environment." */
export const omissionInWords = ({ appName, warnings }: Omission): string =>
  `${appName ?? 'Unnamed application'}: the SDK sends no ${warnings.map((one) => one.replace(IS_MISSING, '')).join(', ')}.`

/** The warnings of one impression beyond those of its SDK. */
export function ownWarnings({ appName, warnings }: Seen, omissions: readonly Omission[]): string[] {
  const known = omissions.find((one) => one.appName === appName)?.warnings ?? []
  return warnings.filter((one) => !known.includes(one))
}
