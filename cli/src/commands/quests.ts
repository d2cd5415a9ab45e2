import { readFile } from 'node:fs/promises'
import { NewQuest, type Quest, type QuestionAnswer } from '@furrow/sdk'
import { type Command, type Context, given, givenAll, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { indented, plainLine } from '../plain.ts'
import { table } from '../table.ts'

const list: Command = {
  name: 'quests list',
  words: [],
  about: 'Quests that fit all that is given; open ones, unless --status says otherwise',
  options: {
    q: text('words', 'Words to look for'),
    skill: text('skill', 'A skill'),
    category: text('category', 'A category'),
    token: text('symbol', 'The token of the reward: USDC'),
    status: text('status', 'open, in-progress, in-review, disputed, completed or cancelled'),
    giver: text('address', 'Posted by this wallet'),
    farmer: text('address', 'Taken by this wallet'),
    deadline: text('when', 'Joining ends: week, month, later or none'),
    admission: text('way', 'open, or application where the giver chooses'),
    sort: text('order', 'newest, oldest, deadline, reward (with --token) or relevance (with --q)'),
    limit: text('number', 'At most so many; 20 unless given'),
    cursor: text('cursor', 'The next page, as the page before named it'),
  },
  async run(context) {
    const { sort, deadline, admission, ...filters } = given(
      context,
      ...([
        'q',
        'skill',
        'category',
        'token',
        'status',
        'giver',
        'farmer',
        'deadline',
        'admission',
        'sort',
        'cursor',
      ] as const),
    )
    const { limit = '20' } = given(context, 'limit')
    const query = {
      status: 'open',
      ...filters,
      limit,
      ...(sort !== undefined && { sort: sort as 'newest' }),
      ...(deadline !== undefined && { deadline: deadline as 'week' }),
      ...(admission !== undefined && { admission: admission as 'open' }),
    }
    const { items, cursor } = await context.client().quests.list(query)
    context.show({ quests: items, cursor }, () => [
      ...table(
        ['ID', 'TITLE', 'REWARD', 'PLACES', 'STATUS', 'DEADLINE'],
        items.map(quest => [
          quest.id,
          quest.title,
          quest.reward,
          `${quest.farmers.length}/${quest.maxFarmers}`,
          quest.status,
          quest.deadline?.slice(0, 10) ?? '',
        ]),
      ),
      ...(cursor === null ? [] : [`More: --cursor ${cursor}`]),
    ])
  },
}

const show: Command = {
  name: 'quests show',
  words: ['<id>'],
  about: 'One quest: its terms, its places, its money',
  options: {},
  async run(context) {
    const quest = await context.client().quests.get(context.words[0] ?? '')
    context.show(quest, () => describe(quest))
  },
}

function describe(quest: Quest): string[] {
  const { title, reward, status, giver, skills, deadline, admission, updatedAt, maxFarmers, farmers } = quest
  const { questions = [] } = quest
  const facts: [string, string | undefined][] = [
    ['Reward', `${reward} for each of ${maxFarmers}`],
    ['Status', status],
    ['Giver', giver],
    ['Skills', skills.join(', ')],
    ['Deadline', deadline],
    ['Places', admission === 'application' ? 'the giver chooses' : 'the first who take them'],
    ['Repository', [quest.codehostRepo, quest.codehostIssue].filter(Boolean).join(' ')],
    ['Terms of', updatedAt],
  ]
  return [
    plainLine(title),
    ...facts.flatMap(([name, value]) => (value ? [`${`${name}:`.padEnd(12)}${plainLine(value)}`] : [])),
    '',
    ...indented(quest.description),
    ...(questions.length === 0 ? [] : ['', 'Its giver asks:', ...listOf(quest)]),
    ...(farmers.length === 0 ? [] : ['', ...table(['FARMER', 'STATUS', 'ENDS'], farmers.map(placeOf))]),
  ]
}

/** The questions to applicants, each on a line with its number. */
function listOf({ questions = [] }: Quest): string[] {
  return questions.map(
    ({ text, required }, index) => `${index + 1}. ${plainLine(text)}${required ? ' (needs an answer)' : ''}`,
  )
}

function placeOf({ address, status, reviewEndsAt, expiresAt }: Quest['farmers'][number]): string[] {
  return [address, status, reviewEndsAt ?? expiresAt ?? '']
}

const take: Command = {
  name: 'quests take',
  words: ['<id>'],
  about: 'Takes a place, or applies for one where the giver chooses',
  options: {
    note: text('text', 'A word to the giver, where they choose'),
    answer: {
      ...text('text', 'An answer to a question of the giver: once for each, in their order; "" for none'),
      multiple: true,
    },
    'as-of': text(
      'time',
      '"Terms of" as `quests show` said it: nothing is taken where the terms changed since',
    ),
  },
  async run(context) {
    const [id = ''] = context.words
    const { quests } = context.client()
    const { note, 'as-of': asOf } = given(context, 'note', 'as-of')
    const seen = await quests.get(id)
    const answers = answersTo(seen, givenAll(context, 'answer'))
    const quest = await quests.apply(
      { id, updatedAt: asOf ?? seen.updatedAt },
      { ...(note !== undefined && { note }), ...(answers.length > 0 && { answers }) },
    )
    const isWaiting = quest.application?.status === 'pending'
    context.show(quest, () => [
      isWaiting
        ? `You applied for "${plainLine(quest.title)}"; its giver decides.`
        : `You have a place in "${plainLine(quest.title)}": ${plainLine(quest.reward)}.`,
    ])
  },
}

/** @throws UsageError with the questions, where there are more answers than those, or one is missing. */
function answersTo(quest: Quest, answers: readonly string[]): QuestionAnswer[] {
  const { questions = [] } = quest
  if (answers.length > questions.length && questions.length === 0)
    throw new UsageError('The giver of this quest asks nothing: leave --answer out.')
  const isMissing = questions.some(({ required }, index) => required && !answers[index]?.trim())
  if (isMissing || answers.length > questions.length)
    throw new UsageError(`Its giver asks; give --answer for each, in this order: ${listOf(quest).join(' ')}`)
  return questions.flatMap(({ text: question }, index) => {
    const answer = answers[index]?.trim() ?? ''
    return answer === '' ? [] : [{ question, answer }]
  })
}

const drop: Command = {
  name: 'quests drop',
  words: ['<id>'],
  about: 'Gives a place back before there is work, or takes an application back',
  options: {},
  async run(context) {
    const quest = await context.client().quests.withdraw(context.words[0] ?? '')
    context.show(quest, () => [`"${plainLine(quest.title)}" is given back.`])
  },
}

const submit: Command = {
  name: 'quests submit',
  words: ['<id>'],
  about: 'Hands work in: an address where it can be seen, a note, or both',
  options: { url: text('address', 'Where the work is'), note: text('text', 'A word to the giver') },
  async run(context) {
    const work = given(context, 'url', 'note')
    if (work.url === undefined && work.note === undefined) throw new UsageError('Give --url, --note or both.')
    const quest = await context.client().quests.submit(context.words[0] ?? '', work)
    context.show(quest, () => [`Your work on "${plainLine(quest.title)}" is handed in.`])
  },
}

const post: Command = {
  name: 'quests post',
  words: [],
  about: 'Posts a quest, from options or from a file of JSON',
  options: {
    file: text('path', 'A quest as JSON, as `quests show --json` has it; - reads it from the input'),
    title: text('text', 'One line'),
    description: text('text', 'The work, in Markdown'),
    reward: text('sum', 'For each farmer: "100 USDC"'),
    skills: text('list', 'Skills, with commas between them'),
    category: text('category', 'A category'),
    places: text('number', 'How many farmers; 1 unless given'),
    deadline: text('time', 'When it takes nobody any more: 2027-01-31T12:00:00Z'),
    question: {
      ...text(
        'text',
        'Asked of everyone who applies, and needs an answer; you choose among them. At most five',
      ),
      multiple: true,
    },
    repo: text('name', 'The repository, owner/name'),
    issue: text('number', 'The issue that a merged pull request closes'),
    after: text('id', 'A quest of yours that it follows, as the next part of a plan'),
  },
  async run(context) {
    const quest = await context
      .client()
      .quests.post({ ...(await newQuest(context)), ...given(context, 'after') })
    context.show(quest, () => [`${quest.id} is posted.`])
  },
}

const postPlan: Command = {
  name: 'quests plan',
  words: ['<file>'],
  about:
    'Posts two to ten quests that follow each other, all or none, from a JSON file with their list; - reads it from the input',
  options: { after: text('id', 'A quest of yours that the first one follows') },
  async run(context) {
    const [file = ''] = context.words
    const value = await readJson(context, file)
    const parts: unknown = Array.isArray(value) ? value : value.parts
    if (!Array.isArray(parts)) throw new UsageError(`${file} has no list of quests.`)
    const plan = { ...given(context, 'after'), parts: parts.map(pick) as NewQuest[] }
    const quests = await context.client().quests.postPlan(plan)
    context.show({ quests }, () => quests.map(({ id, title }) => `${id} is posted: "${plainLine(title)}".`))
  },
}

const importLabel: Command = {
  name: 'quests import',
  words: ['<owner/name>'],
  about: 'The open issues of a repository with a label, as quests that could be posted; it posts nothing',
  options: { label: text('name', 'The label; needed') },
  async run(context) {
    const [repo = ''] = context.words
    const { label } = given(context, 'label')
    if (label === undefined) throw new UsageError('Give the label: --label.')
    const found = await context.client().quests.importLabel(repo, label)
    context.show(found, () => [
      ...table(
        ['ISSUE', 'TITLE', 'SKILLS', 'QUEST'],
        found.issues.map(({ number, title, skills, questId }) => [
          String(number),
          title,
          skills.join(', '),
          questId ?? '',
        ]),
      ),
      ...(found.more ? ['There are more; these are the newest.'] : []),
    ])
  },
}

async function newQuest(context: Context): Promise<NewQuest> {
  const { file, reward, skills, places, repo, issue, ...same } = given(
    context,
    ...(['file', 'title', 'description', 'reward', 'skills', 'category', 'places'] as const),
    ...(['deadline', 'repo', 'issue'] as const),
  )
  const [, amount, token] = /^(\d+(?:\.\d+)?) (\S+)$/.exec(reward ?? '') ?? []
  if (reward !== undefined && amount === undefined)
    throw new UsageError('--reward is an amount and a token: "100 USDC".')
  const questions = givenAll(context, 'question').map(text => ({ text, required: true }))
  const quest: Record<string, unknown> = {
    skills: [],
    maxFarmers: 1,
    category: 'other',
    ...(file !== undefined && pick(await readJson(context, file))),
    ...same,
    ...(reward !== undefined && { reward, rewardAmount: Number(amount), rewardToken: token }),
    ...(skills !== undefined && { skills: skills.split(',').map(skill => skill.trim()) }),
    ...(places !== undefined && { maxFarmers: Number(places) }),
    ...(questions.length > 0 && { admission: 'application', questions }),
    ...(repo !== undefined && { codehostRepo: repo }),
    ...(issue !== undefined && { codehostIssue: issue }),
  }
  for (const name of ['title', 'description', 'reward'])
    if (quest[name] === undefined) throw new UsageError(`A quest needs its ${name}: --${name}, or --file.`)
  return quest as NewQuest
}

/** A quest that was shown has more than a new one may say. */
function pick(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in NewQuest.properties))
}

function unreadable(error: Error): never {
  throw new UsageError(`The file cannot be read: ${error.message}`)
}

async function readJson(context: Context, file: string): Promise<Record<string, unknown>> {
  const text = file === '-' ? await context.readInput() : await readFile(file, 'utf8').catch(unreadable)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below, as for any other value.
  }
  throw new UsageError(`${file} is no quest as JSON.`)
}

export const questCommands = [list, show, take, drop, submit, post, postPlan, importLabel]
