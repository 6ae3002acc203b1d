import { MIRROR_SCREENS } from './mirror-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(MIRROR_SCREENS)
