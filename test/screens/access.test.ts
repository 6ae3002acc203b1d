import { ACCESS_SCREENS } from './access-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(ACCESS_SCREENS)
