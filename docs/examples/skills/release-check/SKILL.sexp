; A native skill: one form of data, nothing in it is ever evaluated.
(:autolith-skill
 :version 1
 :name "release-check"
 :description "Verify a release from a clean checkout through its published artifact. Use when someone is about to tag, publish or announce a version, or asks whether a release is good."
 :instructions
 "A release is what strangers download, not what stands in your working tree. Check that, and nothing nearer.

1. Clone the repository into an empty directory at the commit to be released. Never check your own working tree.
2. Compare the version in the manifest, the newest heading of the change log, and the tag that is to be made. All three must agree.
3. Run the build and the whole test suite by the commands in the README, word for word. Note each command and its last line.
4. Build the artifact that will be published. List what is in it: look for files that should not be there (keys, local settings, test data) and for licences that should.
5. Install the artifact into an empty environment and run its first documented example.
6. Read the notes for the release as a user would. Every breaking change names what to do about it.

Report a table of step, command, result. Then one line: 'ready', or 'not ready' and the first thing to mend.

Do not tag, publish or push. If a step cannot be run here, say so; a step that was not run is not a step that passed.
")
