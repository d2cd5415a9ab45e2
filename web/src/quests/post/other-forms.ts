/** Pages for what the form of one quest cannot say, in one file: each further one that can be loaded costs every page a line. */
export { ContestPage } from './contest-page.tsx'
export { PlanPage } from './plan-page.tsx'
