import { setCors as operation } from '../../../src-shared/contract/ui-config.ts'
import { badData } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { writeSetting } from '../../store/setting-rows.ts'
import { CORS_SETTING, type FrontendOrigins } from './frontend-origins.ts'

/** Sets the origins of the frontend API; the next request and the next preflight see them (exchanges 565-570). */
export const setCors = (origins: FrontendOrigins) =>
  mutation(operation, async ({ queries, record, onCommit }, { body }) => {
    if (!body.frontendApiOrigins) return
    body.frontendApiOrigins.forEach(requireOrigin)
    const frontendApiOrigins = [...new Set(body.frontendApiOrigins)]
    await writeSetting(queries, CORS_SETTING, { frontendApiOrigins })
    record({
      type: 'cors-updated',
      data: { name: CORS_SETTING, frontendApiOrigins },
      preData: { name: CORS_SETTING, frontendApiOrigins: [...origins.all] },
    })
    onCommit(() => origins.set(frontendApiOrigins))
  })

/** As browsers send it: scheme, host, and the port where it is not the usual one; nothing after. */
function requireOrigin(origin: string, index: number): void {
  if (origin === '*') return
  if (URL.canParse(origin) && new URL(origin).origin === origin && !origin.includes('*')) return
  throw badData(`Invalid origin: ${origin}`, `/body/frontendApiOrigins/${index}`)
}
