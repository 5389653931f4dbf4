(:autolith-skill
 :version 1
 :name "native-unknown-field"
 :description "Read tide tables aloud. Use when someone asks for high or low water."
 :harbour "Emden"
 :instructions "Ask for the day, then read the table aloud.")
