/** Letters that look like Latin ones, beside those that NFKD takes apart. */
const alike = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ƅьЬв',
    c: 'сϲᴄ',
    d: 'ԁɗ',
    e: 'еєεҽ',
    f: 'ƒ',
    g: 'ɡց',
    h: 'һнћ',
    j: 'јϳ',
    k: 'кκ',
    l: 'il1|!ıіӏιɩǀ',
    m: 'м',
    n: 'пոη',
    o: '0оοσօ',
    p: 'рρ',
    q: 'ԛզ',
    r: 'гᴦ',
    s: 'ѕꜱ5',
    t: 'тτ',
    u: 'υսц',
    v: 'νѵ',
    w: 'ԝωшա',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢ2',
  }).flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
)

/** One form for names that look alike: no case, accents, spaces or signs, one letter for similar ones; may be empty. */
export function foldName(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    // Lower case may bring marks of its own.
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return [...bare]
    .map(letter => alike.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
