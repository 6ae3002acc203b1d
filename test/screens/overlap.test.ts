import { OVERLAP_SCREENS } from './overlap-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(OVERLAP_SCREENS)
