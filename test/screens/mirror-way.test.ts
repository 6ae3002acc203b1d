import { MIRROR_WAY_SCREENS } from './mirror-way-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(MIRROR_WAY_SCREENS)
