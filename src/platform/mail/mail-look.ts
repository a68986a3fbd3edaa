export const font = "'Archivo','Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const ink = '#13233b'
export const soft = '#4d5b6e'
