(:autolith-skill
 :version 1
 :name "commit-message"
 :description "Write the message of a commit from its staged changes. Use when someone asks to commit, for a commit message, or to reword one."
 :instructions
 "The diff already says what changed. The message says why, to someone who reads it in two years with a bug in hand.

1. Read the staged diff, and the last ten messages for the habits of this repository: prefixes, language, how issues are named.
2. If the diff holds two changes that could stand alone, say so and propose the split before you write anything.
3. First line: imperative, under 60 characters, without a period. It completes 'If applied, this commit will …'.
4. An empty line, then one short paragraph: the reason, and what was considered and left. Leave it out where the first line says it all, such as a typo.
5. Name the issue on a line of its own if there is one. Never guess a number.

Give the message in one code block, ready to paste. Do not run the commit unless you were asked to.
")
