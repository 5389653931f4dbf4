(:autolith-skill
 :version 1
 :name "native-two-forms"
 :description "Read tide tables aloud. Use when someone asks for high or low water."
 :instructions "Ask for the harbour and the day, then read the table aloud.")
(:postscript "Mind the springs.")
