import { INSTANCE_SCREENS } from './instance-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(INSTANCE_SCREENS)
