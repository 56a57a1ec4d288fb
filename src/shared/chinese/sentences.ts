/** A sentence of the host, and the same in Chinese. `{}` stands for what differs; in Chinese by its place, from `{0}`. */
export type Sentence = readonly [english: string, chinese: string]
