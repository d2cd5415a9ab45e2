import type { NewQuest } from '@furrow/sdk'

function quest(
  title: string,
  description: string,
  amount: number,
  rest: Pick<NewQuest, 'category' | 'skills'> & Partial<NewQuest>,
): NewQuest {
  const rewardToken = rest.rewardToken ?? 'USDC'
  return {
    title,
    description,
    reward: `${amount} ${rewardToken}`,
    rewardAmount: amount,
    rewardToken,
    maxFarmers: 1,
    ...rest,
  }
}

export const quests = {
  sheep: quest('Count the sheep', 'All of them, also those behind the barn.', 40, {
    category: 'data',
    skills: ['sql'],
  }),
  furrows: quest('Straighten the furrows', 'They lean to the left on narrow screens.', 90, {
    category: 'development',
    skills: ['css'],
  }),
  mill: quest('Oil the mill, and write down how', 'It creaks at night. One oils, one writes.', 55, {
    category: 'maintenance',
    skills: ['mechanics', 'writing'],
    maxFarmers: 2,
  }),
  well: quest('Dig a second well', 'We found the first one again.', 400, {
    category: 'building',
    skills: ['digging'],
  }),
  fence: quest('Repair the long fence', 'From the oak to the brook.', 150, {
    category: 'building',
    skills: ['carpentry'],
  }),
  door: quest('Paint the barn door', 'Red, two coats.', 60, { category: 'design', skills: ['painting'] }),
  gate: quest('Mend the gate of the lower field', 'See that it **closes**.', 120, {
    category: 'maintenance',
    skills: ['carpentry'],
  }),
  almanac: quest('Translate the almanac', 'Forty pages, plain words.', 300, {
    category: 'writing',
    skills: ['french'],
  }),
  map: quest('Draw a map of the wells', 'By hand, and then as a file that phones can read.', 80, {
    category: 'design',
    skills: ['drawing', 'maps'],
    maxFarmers: 2,
  }),
  seal: quest('Design a seal for the co-operative', 'It must be readable at the size of a thumb.', 250, {
    category: 'design',
    skills: ['drawing'],
    admission: 'application',
  }),
  hedge: quest('Plant a hedge against the east wind', 'Hazel and blackthorn, two hundred plants.', 2, {
    category: 'garden',
    skills: ['planting'],
    rewardToken: 'SEED',
    maxFarmers: 4,
  }),
  scarecrow: quest(
    'Teach the scarecrow to wave',
    `The scarecrow stands still all day. It should **wave** when somebody comes.

## Wanted

- a wave that is seen from the road
- no wave at night
- tests that do not need a field
`,
    450,
    { category: 'development', skills: ['typescript', 'robotics'], maxFarmers: 3 },
  ),
} as const
