import { enableBanner as operation } from '#shared/instance/contract/banners.ts'
import { switchBanner } from '../../records/banners/save-banner.ts'

export const enableBanner = switchBanner(operation, true)
