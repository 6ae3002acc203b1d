import { disableBanner as operation } from '#shared/instance/contract/banners.ts'
import { switchBanner } from '../../records/banners/save-banner.ts'

export const disableBanner = switchBanner(operation, false)
