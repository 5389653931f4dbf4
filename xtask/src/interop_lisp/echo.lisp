;;;; The Common Lisp half of `cargo xtask interop-lisp`.
;;;;
;;;; The last three arguments are paths. Each record of the first file is a number of characters, a newline,
;;;; that many characters and a newline. READ must find exactly one form in them. The second
;;;; file gets one line a form that tells its data, the third the form as ~S prints it, in a
;;;; record of the same kind. After the forms of the file come forms that are made here, from
;;;; every STEPth run of character codes; what stands for them in the first file is one last line
;;;; with STEP after a minus sign.

(defun tell (form out)
  "Write what FORM is, down to the codes of its characters."
  (cond
    ((null form) (write-string "N" out))
    ((stringp form) (tell-characters "S" form out))
    ((keywordp form) (tell-characters "K" (symbol-name form) out))
    ((symbolp form) (tell-characters "Y" (symbol-name form) out))
    ((integerp form) (format out "I~D" form))
    ((consp form)
     (write-string "(" out)
     (loop for (element . rest) on form
           do (write-char #\Space out)
              (tell element out)
              (unless (listp rest)
                (write-string " . " out)
                (tell rest out)))
     (write-string " )" out))
    (t (format out "?~S" (type-of form)))))

(defun tell-characters (kind text out)
  "Write KIND, the length of TEXT, and its character codes."
  (format out "~A~D" kind (length text))
  (loop for character across text
        do (write-char #\, out)
           (write (char-code character) :stream out)))

(defun answer (form told printed)
  "Tell FORM on one line of TOLD, and print it into a record of PRINTED."
  (tell form told)
  (terpri told)
  (let ((text (format nil "~S" form)))
    (format printed "~D~%" (length text))
    (write-string text printed)
    (terpri printed)))

(defun read-one (text)
  "Read the one form of TEXT."
  (handler-case
      (with-input-from-string (in text)
        (let ((form (read in)))
          (if (eq in (read in nil in))
              form
              :more-than-one-form)))
    (error () :not-readable)))

(defun run-of-codes (from length)
  "The characters of LENGTH codes, without those that are no characters of their own."
  (let ((codes (loop for code from from below (min char-code-limit (+ from length))
                     unless (<= #xD800 code #xDFFF)
                       collect code)))
    (map 'string #'code-char codes)))

(defun echo (source told printed)
  "Answer each record of SOURCE, and then each form that is made here."
  (loop for count = (parse-integer (read-line source))
        while (plusp count)
        do (let ((text (make-string count)))
             (read-sequence text source)
             (read-char source)
             (answer (read-one text) told printed))
        finally
           (loop with length = 512
                 for from from 0 below char-code-limit by (* length (- count))
                 for text = (run-of-codes from length)
                 do (answer (list :run text (list from (- from) (expt from 5)) nil (cons text :end)) told printed))))

(with-standard-io-syntax
  (let ((*read-eval* nil)
        (*print-readably* nil)
        (paths (last sb-ext:*posix-argv* 3)))
    (with-open-file (source (first paths) :external-format :utf-8)
      (with-open-file (told (second paths) :direction :output :if-exists :supersede :external-format :utf-8)
        (with-open-file (printed (third paths) :direction :output :if-exists :supersede :external-format :utf-8)
          (echo source told printed))))))
