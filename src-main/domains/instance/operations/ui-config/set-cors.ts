import { setCors as operation } from '#shared/instance/contract/ui-config.ts'
import { isOrigin } from '#shared/instance/rules/origin.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { writeSetting } from '#store/setting-rows.ts'
import { CORS_SETTING, type FrontendOrigins } from '../../records/ui-config/frontend-origins.ts'

/**
 * Sets the origins of the frontend API; the next request and the next preflight see them (recorded exchanges
 * frontend-api/*).
 */
export const setCors = ({ frontendOrigins }: { frontendOrigins: FrontendOrigins }) =>
  mutation(operation, async ({ queries, record, onCommit }, { body }) => {
    if (!body.frontendApiOrigins) return
    body.frontendApiOrigins.forEach(requireOrigin)
    const frontendApiOrigins = [...new Set(body.frontendApiOrigins)]
    await writeSetting(queries, CORS_SETTING, { frontendApiOrigins })
    record({
      type: 'cors-updated',
      data: { name: CORS_SETTING, frontendApiOrigins },
      preData: { name: CORS_SETTING, frontendApiOrigins: [...frontendOrigins.all] },
    })
    onCommit(() => frontendOrigins.set(frontendApiOrigins))
  })

function requireOrigin(origin: string, index: number): void {
  if (!isOrigin(origin)) throw badData(`Invalid origin: ${origin}`, `/body/frontendApiOrigins/${index}`)
}
